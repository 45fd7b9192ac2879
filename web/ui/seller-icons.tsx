import { icon } from './icons.tsx'

/* The icons of the seller's screens only, so that shoppers needn't load them. */

export const Archive = icon('archive')
export const ArrowUp = icon('arrow-up')
export const Bell = icon('bell')
export const ChartColumn = icon('chart-column')
export const ChartLine = icon('chart-line')
export const ChevronLeft = icon('chevron-left')
export const ClipboardList = icon('clipboard-list')
export const Copy = icon('copy')
export const Download = icon('download')
export const Ellipsis = icon('ellipsis')
export const ImageOff = icon('image-off')
export const ImagePlus = icon('image-plus')
export const PackageCheck = icon('package-check')
export const SlidersHorizontal = icon('sliders-horizontal')
export const SquarePlus = icon('square-plus')
export const Tag = icon('tag')
export const Undo2 = icon('undo-2')
export const Volume2 = icon('volume-2')
export const VolumeX = icon('volume-x')
