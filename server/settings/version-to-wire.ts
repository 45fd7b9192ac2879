import type { StoredSetting } from './queries.ts'

/** Returns a setting's version, and who saved it when, as the API sends them; version 0 if it was never saved. */
export function versionToWire(stored: StoredSetting<unknown> | undefined) {
  return {
    version: stored?.version ?? 0,
    changedBy: stored?.changedBy ?? null,
    changedAt: stored?.changedAt.toISOString() ?? null,
  }
}
