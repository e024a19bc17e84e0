/**
 * The page's policy of trusted types: the only markup that is made of text, and the only scripts that are started. Browsers
 * that do not know trusted types take both as they are.
 */

interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

const RULES: Policy = {
  createHTML: (html) => html,
  createScriptURL(url) {
    if (!url.startsWith('blob:')) throw new Error('only scripts of the page are started');
    return url;
  },
};

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('gpurace', RULES) ?? RULES;

/** @param html from `report/`, which escapes all that is not its own */
export function trustedMarkup(html: string): string {
  return policy.createHTML(html);
}

/** @param url of a blob that the page made */
export function trustedScript(url: string): string {
  return policy.createScriptURL(url);
}
