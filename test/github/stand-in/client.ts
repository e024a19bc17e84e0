/** The client of the action, for tests: it waits where GitHub asks it to, and not between its own requests. */
import Bottleneck from 'bottleneck';
import { type ClientSettings, createClient, type GitHubClient } from '../../../src/github/client.ts';

export function impatientClient(settings: Omit<ClientSettings, 'queues'>): GitHubClient {
  const queue = () => new Bottleneck.Group({ maxConcurrent: 1 });
  return createClient({ ...settings, queues: { write: queue(), notifications: queue() } });
}
