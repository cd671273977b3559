/**
 * The kinds of files with their suffixes and content types. The content type comes from here, never from the browser.
 */
export const fileKinds = {
  image: {
    title: '图片',
    types: {
      jpg: 'image/jpeg',
      jpeg: 'image/jpeg',
      png: 'image/png',
      gif: 'image/gif',
      bmp: 'image/bmp',
      webp: 'image/webp',
    },
  },
  video: { title: '视频', types: { mp4: 'video/mp4', m4v: 'video/x-m4v', mov: 'video/quicktime', webm: 'video/webm' } },
  audio: {
    title: '音频',
    types: { mp3: 'audio/mpeg', m4a: 'audio/mp4', wav: 'audio/wav', ogg: 'audio/ogg', aac: 'audio/aac' },
  },
  pdf: { title: 'PDF', types: { pdf: 'application/pdf' } },
  txt: { title: '文本', types: { txt: 'text/plain' } },
  word: {
    title: 'Word 文档',
    types: {
      doc: 'application/msword',
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      wps: 'application/vnd.ms-works',
    },
  },
  ppt: {
    title: 'PPT 演示文稿',
    types: {
      ppt: 'application/vnd.ms-powerpoint',
      pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    },
  },
  excel: {
    title: 'Excel 表格',
    types: {
      xls: 'application/vnd.ms-excel',
      xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
  },
  /** Created by the server for downloading several files at once; never uploaded. */
  zip: { title: '压缩包', types: { zip: 'application/zip' } },
} as const
export type FileKind = keyof typeof fileKinds
