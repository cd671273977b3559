import { defineJob } from '#packages/jobs'
import { convertFile } from './service/preview-making.ts'
import { sweepPreviews } from './service/preview-sweeping.ts'

/** Somebody looks at a picture of a clock meanwhile, so it has a queue of its own. */
export const makePreview = defineJob<{ fileId: string }>({
  name: 'preview.make',
  title: '生成文件预览',
  isLong: true,
  retries: 1,
  handleOutside: (outside, { fileId }) => convertFile(outside, fileId),
})

/** What was made of documents that are gone goes too. */
export const sweepOrphans = defineJob({
  name: 'preview.sweep',
  title: '清理无主的文件预览',
  cron: '40 * * * *',
  isLong: true,
  handleOutside: sweepPreviews,
})
