/** A file as a field or a list shows it. */
export interface AttachmentRow {
  key: string
  name: string
  /** For people: 412 KB. */
  size: string
  /** A thumbnail; otherwise an icon is shown. */
  picture?: string | null | undefined
}

/** A file of a form: it may still be uploading. */
export interface UploadRow extends AttachmentRow {
  /** moving: it proceeds by itself; resting: it waits for the network, its turn or the user who paused it. */
  state: 'moving' | 'resting' | 'checking' | 'done' | 'refused' | 'failed'
  /** From 0 to 1. */
  progress: number
  /** The progress: 剩余约 20 秒, 正在检查, 不支持的文件类型：exe. */
  statusText: string
  /** Paused by the user, so the user must resume it. */
  isPaused: boolean
}
