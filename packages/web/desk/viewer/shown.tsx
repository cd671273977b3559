import type { Size } from '../sized.tsx'
import { DocumentFrame } from './document-frame.tsx'
import type { ViewerItem } from './item.ts'
import { Media } from './media.tsx'
import { Failed, Wait } from './over.tsx'
import { PdfDocument } from './pdf/pdf-document.tsx'
import { Picture } from './picture.tsx'
import { TextSheet } from './text-sheet.tsx'
import type { Loaded } from './use-loaded.ts'
import type { ViewHandle } from './use-view.ts'

interface Props {
  item: ViewerItem
  loaded: Loaded
  view: ViewHandle
  natural: Size
  frame: Size
  box: Size
  page: number
  onNatural: (natural: Size) => void
  onCount: (pages: number) => void
  onPage: (page: number) => void
  /** Asks for it anew: it may only be that the link was too old. */
  onRetry: () => void
}

/** The file itself, in whatever way its kind is shown; or why it is not there. */
export function Shown({ item, loaded, view, natural, frame, box, page, ...tell }: Props) {
  const { onRetry } = tell
  if (loaded.state === 'failed') {
    return <Failed item={item} words={loaded.words} onRetry={loaded.isFinal ? undefined : onRetry} />
  }
  if (loaded.state === 'waiting') return <Wait isOn words={loaded.words} />
  switch (item.kind) {
    case 'image':
      return <Picture item={item} view={view} natural={natural} onNatural={tell.onNatural} {...again(item, onRetry)} />
    case 'pdf':
      return <PdfDocument item={item} view={view} frame={frame} page={page} {...tell} />
    case 'text':
      return <TextSheet item={item} frame={frame} factor={view.factor} onRetry={onRetry} />
    case 'video':
    case 'audio':
      return <Media item={item} box={box} onRetry={onRetry} />
    case 'document':
      return <DocumentFrame item={item} view={view} frame={frame} page={page} />
  }
}

/** A picture from a lasting address is just fetched again. */
const again = ({ load }: ViewerItem, onRetry: () => void) => (load ? { onRetry } : {})
