/** A file as a field or a list shows it. */
export interface FileRow {
  key: string
  name: string
  /** For people: 412 KB. */
  size: string
  /** A small picture of it; otherwise an icon stands for it. */
  picture?: string | null | undefined
}

/** A file of a form: it may still be on its way. */
export interface UploadRow extends FileRow {
  /** moving: something happens by itself; resting: it waits for the network, its turn or whoever stopped it. */
  state: 'moving' | 'resting' | 'checking' | 'done' | 'refused' | 'failed'
  /** From 0 to 1. */
  progress: number
  /** How it goes: 剩余约 20 秒, 正在检查, 不支持的文件类型：exe. */
  statusText: string
  /** Stopped by hand, so that it goes on by hand. */
  isPaused: boolean
}
