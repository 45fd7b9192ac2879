/** Returns a count with what is counted, in the singular for one: “1 order”, “2 orders”. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
