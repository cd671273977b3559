/** What is shown of a file: the file itself, or the PDF generated from it. */
export interface FilePreview {
  url: string
  kind: 'image' | 'document' | 'pdf' | 'video' | 'audio' | 'text'
  /** The address of the original file, if another one is shown. */
  downloadUrl?: string | undefined
  /** For a document whose address accepts `#page=2`; a PDF counts its own. */
  pages?: number | undefined
  /** Text over the whole content: who views it, and when. */
  watermark?: string | undefined
}

/** The state of a preview: one that is being generated is polled. */
export type FilePreviewAnswer = ({ state: 'ready' } & FilePreview) | { state: 'making' | 'failed'; message: string }

/** A file that the viewer can show. */
export interface ViewerItem extends FilePreview {
  name: string
  /** In bytes. */
  size?: number
  /** Called when the file is shown, and again when its link has expired. */
  load?: (signal: AbortSignal) => Promise<FilePreviewAnswer>
  /** Downloads the file, where a link would have expired by the time it is pressed. */
  download?: () => void
}
