import { defineJob } from '#packages/jobs'
import { checkUploadedFile, removeStaleCopies } from './service/check-upload.ts'
import { sweepFiles } from './service/remove-files.ts'

/** Checks an upload; it is not readable before. */
export const checkUploadJob = defineJob<{ fileId: string }>({
  name: 'file.check',
  title: '检查上传的文件',
  isLong: true,
  retries: 10,
  handleOutside: (outside, { fileId }) => checkUploadedFile(outside, fileId),
})

/** Deletes uploads that were not used for a day. */
export const sweepUnusedFilesJob = defineJob({
  name: 'file.sweep',
  title: '清理未使用的文件',
  cron: '25 * * * *',
  isLong: true,
  async handleOutside(outside) {
    await removeStaleCopies(outside.now)
    await sweepFiles(outside)
  },
})
