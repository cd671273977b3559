import { z } from 'zod'
import { wireObject } from '#packages/contract'

const name = (what: string, most: number) =>
  z.string().trim().min(1, `请填写${what}`).max(most, `${what}不超过${most}字`)
const moment = z.iso.datetime({ offset: true, error: '请选择时间' })

/** A period in which an application is closed. */
export const closeWindow = wireObject(
  {
    appKey: z.string().trim().min(1, '请选择应用').max(60),
    from: moment,
    to: moment,
    reason: name('原因', 100),
  },
  { appKey: 'fAppKey' },
).refine(({ from, to }) => Date.parse(from) < Date.parse(to), '结束时间应晚于开始时间')
export type CloseWindow = z.output<typeof closeWindow>

/** When the marks of an exam are shown, and to whom they are not. */
export const examRelease = wireObject(
  {
    id: name('考试编号', 60),
    name: name('考试名称', 60),
    /** Until then the marks are hidden from everybody. */
    startDate: moment,
    /** Grades, classes or subjects whose marks stay hidden. */
    notRelease: z.array(z.string().max(60)).max(200, '最多200项'),
    termId: z.string().max(60).default(''),
  },
  { id: 'fId', name: 'fName', startDate: 'fStartDate' },
)
export type ExamRelease = z.output<typeof examRelease>

/** The fields of a pupil's record that families and class teachers may fill in, and when. */
export const studentRecordOpen = z.object({
  openFields: z.array(z.string()),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
})

export const studentFields = {
  photo: '照片',
  phone: '联系电话',
  address: '家庭住址',
  guardians: '家长信息',
  health: '健康状况',
  transport: '上下学方式',
  specialty: '特长',
} as const
