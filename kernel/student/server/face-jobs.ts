import { defineJob, subscribe, type JobDefinition } from '#packages/jobs'
import { consentChanged, studentLeft } from '../contract.ts'
import { getFaceStates } from './face-queries.ts'
import { discardFaces } from './face-discard-job.ts'
import { removeFaces, removeFacesOfDeparted } from './service/face/review-faces.ts'
import { sweepFaces } from './service/face/sweep-faces.ts'
import { faceZipTask } from './service/face/face-zip-task.ts'

const sweepJob = defineJob({
  name: 'face.sweep',
  title: '清理人脸照片',
  cron: '20 3 * * *',
  isLong: true,
  handleOutside: sweepFaces,
})

export const faceJobs: readonly JobDefinition[] = [
  discardFaces,
  sweepJob,
  faceZipTask.job,
] as unknown as JobDefinition[]

/** Reads the current consent instead of trusting the event, because events may arrive late. */
const onConsentChanged = subscribe(
  consentChanged,
  { name: 'face.consent-changed', title: '撤回授权后删除人脸照片' },
  async (ctx, { studentIds, purpose }) => {
    if (purpose !== 'face') return
    const states = await getFaceStates(ctx.db, studentIds)
    const withdrawn = studentIds.filter((id) => states.get(id) === 'withdrawn')
    await removeFaces(ctx, withdrawn, '监护人撤回授权')
  },
)

const onStudentLeft = subscribe(
  studentLeft,
  { name: 'face.student-left', title: '学生离校后删除人脸照片' },
  (ctx, { ids, orgId }) => removeFacesOfDeparted(ctx, ids, orgId),
)

export const faceSubscriptions = [onConsentChanged, onStudentLeft]
