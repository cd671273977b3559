/** A file that the viewer can show. */
export interface ViewerItem {
  name: string
  url: string
  kind: 'image' | 'document'
  /** Where the file itself is, if it is not what is shown. */
  downloadUrl?: string
  /** In bytes. */
  size?: number
  /** Of a document whose address takes `#page=2`. */
  pages?: number
  /** Words over the whole of it: who looks at it, and when. */
  watermark?: string
}
