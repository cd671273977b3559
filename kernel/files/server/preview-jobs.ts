import { defineJob } from '#packages/jobs'
import { makePreview, sweepPreviews } from './service/preview-conversion.ts'

/** A queue of its own, because a user is waiting. */
export const makePreviewJob = defineJob<{ fileId: string }>({
  name: 'preview.make',
  title: '生成文件预览',
  isLong: true,
  retries: 1,
  handleOutside: (outside, { fileId }) => makePreview(outside, fileId),
})

/** Deletes the previews of deleted documents. */
export const sweepPreviewsJob = defineJob({
  name: 'preview.sweep',
  title: '清理无主的文件预览',
  cron: '40 * * * *',
  isLong: true,
  handleOutside: sweepPreviews,
})
