/** The worker of the page: the ordinary one, once the page has told it what Node tells at the start. */
import { parentPort } from '../../src/site/stand-ins/worker-threads.ts';

void parentPort?.begin().then(() => import('../../src/analysis/worker.ts'));
