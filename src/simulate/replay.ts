export interface ReplayRequest {
  readonly kernel: string;
}
export interface ReplayOutcome {
  readonly outcome: string;
}
export function replay(): ReplayOutcome {
  return { outcome: '' };
}
