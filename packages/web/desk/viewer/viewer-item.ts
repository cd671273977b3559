/** What is shown of a file: itself, or the PDF that was made of it. */
export interface FilePreview {
  url: string
  kind: 'image' | 'document' | 'pdf' | 'video' | 'audio' | 'text'
  /** Where the file itself is, if it is not what is shown. */
  downloadUrl?: string | undefined
  /** Of a document whose address takes `#page=2`; a PDF counts its own. */
  pages?: number | undefined
  /** Words over the whole of it: who looks at it, and when. */
  watermark?: string | undefined
}

/** How it stands with what is to be shown: what is being made is asked for again. */
export type FilePreviewAnswer = ({ state: 'ready' } & FilePreview) | { state: 'making' | 'failed'; message: string }

/** A file that the viewer can show. */
export interface ViewerItem extends FilePreview {
  name: string
  /** In bytes. */
  size?: number
  /** Asked when the file is looked at, and again when what it answered has grown too old to be fetched. */
  load?: (signal: AbortSignal) => Promise<FilePreviewAnswer>
  /** Takes the file along, where a link would be too old by the time somebody presses it. */
  download?: () => void
}
