/**
 * Language server: what an editor asks over the Language Server Protocol, answered from results. Analysing is handed in;
 * results name files relative to the folder that is open. A file is analysed as it lies on the disk, when it is opened and when it is saved.
 */
export { type AnalyseFile, serve } from './server.ts';
