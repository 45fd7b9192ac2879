type Size = { width: number; height: number }

/** The windows of the two projects. */
export const viewports = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } }

/** Returns the window of the project that a test doesn't run in. */
export const otherSize = ({ width }: Size): Size => (width < 768 ? viewports.desktop : viewports.phone)
