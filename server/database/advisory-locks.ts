/*
 * The numbers of the shop's advisory locks, which have to differ. The second number of a class is a hash.
 */

/** Held by the shop's process on a data folder as long as it runs. */
export const shopLock = 7_411_968
/** Held, shared, by each command that uses the PostgreSQL of another one as long as it runs. */
export const joinLock = 7_411_977
/** Held while migrations run, for processes that start together. */
export const migrationLock = 7_411_969
/** The class of the locks that running queues hold; the second number is a hash of the queue's name. */
export const queueLockClass = 7_411_970
/** Held until the end of a transaction that imports products. */
export const importLock = 7_411_971
/** Held until the end of a transaction that writes the search index. */
export const searchIndexLock = 7_411_972
/** Held until the end of a transaction that loads the demo catalogue. */
export const demoLock = 7_411_973
/** The class of the locks of the counts of one rider's cash; the second number is a hash of the rider's e-mail. */
export const riderCountLockClass = 7_411_974
/** Held until the end of a transaction that gives a product a category or a tax class, or removes one. */
export const choicesLock = 7_411_975
/** Held until the end of a transaction that saves the shop's details or its tax. */
export const issuerLock = 7_411_976
