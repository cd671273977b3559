import type { Size } from '../use-size.tsx'
import { DocumentFrame } from './document-frame.tsx'
import type { ViewerItem } from './viewer-item.ts'
import { Media } from './media.tsx'
import { FailedNote, WaitingNote } from './viewer-overlays.tsx'
import { PdfDocument } from './pdf/pdf-document.tsx'
import { ViewerImage } from './viewer-image.tsx'
import { TextSheet } from './text-sheet.tsx'
import type { FilePreviewState } from './use-file-preview.ts'
import type { ViewHandle } from './use-view.ts'

interface Props {
  item: ViewerItem
  loaded: FilePreviewState
  view: ViewHandle
  natural: Size
  frame: Size
  box: Size
  page: number
  onNatural: (natural: Size) => void
  onCount: (pages: number) => void
  onPage: (page: number) => void
  /** Loads it again, because the link may have expired. */
  onRetry: () => void
}

/** The content of a file, rendered by its kind; or why it is missing. */
export function FileContent({ item, loaded, view, natural, frame, box, page, ...handlers }: Props) {
  const { onRetry } = handlers
  if (loaded.state === 'failed') {
    return <FailedNote item={item} text={loaded.message} onRetry={loaded.isFinal ? undefined : onRetry} />
  }
  if (loaded.state === 'waiting') return <WaitingNote isOn text={loaded.message} />
  switch (item.kind) {
    case 'image':
      return (
        <ViewerImage
          item={item}
          view={view}
          natural={natural}
          onNatural={handlers.onNatural}
          {...again(item, onRetry)}
        />
      )
    case 'pdf':
      return <PdfDocument item={item} view={view} frame={frame} page={page} {...handlers} />
    case 'text':
      return <TextSheet item={item} frame={frame} factor={view.factor} onRetry={onRetry} />
    case 'video':
    case 'audio':
      return <Media item={item} box={box} onRetry={onRetry} />
    case 'document':
      return <DocumentFrame item={item} view={view} frame={frame} page={page} />
  }
}

/** A picture with a permanent address is simply fetched again. */
const again = ({ load }: ViewerItem, onRetry: () => void) => (load ? { onRetry } : {})
