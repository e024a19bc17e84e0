import { z } from 'zod';

/** Every format a result can be rendered in. */
export const Format = z.enum(['text', 'json', 'sarif', 'markdown', 'junit', 'gitlab', 'html']);
export type Format = z.infer<typeof Format>;
