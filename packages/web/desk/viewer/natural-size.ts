import type { Size } from '../use-size.tsx'
import type { FilePreview } from './viewer-item.ts'

/** A sheet of A4 at 96 dpi. */
const sheet: Size = { width: 794, height: 1123 }
/** Beside a page, when it fits its frame. */
const margins = { desktop: 50, phone: 6 }

/** The natural size of a file. For a document in a frame the height is unknown. */
export function getNaturalSize({ kind }: Pick<FilePreview, 'kind'>, measured: Size, isPhone: boolean): Size {
  if (kind === 'document') return { width: sheet.width, height: 1 }
  if (kind !== 'pdf') return measured
  const page = measured.width > 0 ? measured : sheet
  const room = 2 * (isPhone ? margins.phone : margins.desktop)
  return { width: page.width + room, height: page.height + room }
}
