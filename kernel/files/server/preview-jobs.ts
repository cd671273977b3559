import { defineJob } from '#packages/jobs'
import { makePreview, sweepPreviews } from './service/preview-conversion.ts'

/** Somebody looks at a picture of a clock meanwhile, so it has a queue of its own. */
export const makePreviewJob = defineJob<{ fileId: string }>({
  name: 'preview.make',
  title: '生成文件预览',
  isLong: true,
  retries: 1,
  handleOutside: (outside, { fileId }) => makePreview(outside, fileId),
})

/** What was made of documents that are gone goes too. */
export const sweepPreviewsJob = defineJob({
  name: 'preview.sweep',
  title: '清理无主的文件预览',
  cron: '40 * * * *',
  isLong: true,
  handleOutside: sweepPreviews,
})
