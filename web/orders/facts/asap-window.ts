/** The id of the choice to be delivered as soon as possible, among those of windows. */
export const asapId = 'asap'
