/** Returns a tab's title with a count before it, up to 999+: "(3) Today". A count from before is replaced. */
export function countedTitle(title: string, count: number): string {
  const plain = title.replace(/^\(\d+\+?\) /, '')
  return count > 0 ? `(${count >= 1000 ? '999+' : count}) ${plain}` : plain
}
