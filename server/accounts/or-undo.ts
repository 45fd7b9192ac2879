/** Returns what `work` resolves to. If it is rejected, awaits `undo` before the error is thrown. */
export async function orUndo<T>(work: Promise<T>, undo: () => Promise<unknown>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await undo()
    throw error
  }
}
