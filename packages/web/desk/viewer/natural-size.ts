import type { Size } from '../use-size.tsx'
import type { FilePreview } from './viewer-item.ts'

/** A sheet of A4 at 96 dots an inch. */
const sheet: Size = { width: 794, height: 1123 }
/** Beside a page, when it fits its frame. */
const margins = { desktop: 50, phone: 6 }

/** What a file measures by itself, to be made to fit. Of a document in a frame of its own nobody knows the height. */
export function getNaturalSize({ kind }: Pick<FilePreview, 'kind'>, known: Size, isPhone: boolean): Size {
  if (kind === 'document') return { width: sheet.width, height: 1 }
  if (kind !== 'pdf') return known
  const page = known.width > 0 ? known : sheet
  const room = 2 * (isPhone ? margins.phone : margins.desktop)
  return { width: page.width + room, height: page.height + room }
}
