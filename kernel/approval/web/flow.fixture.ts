import type { FlowDetail, InboxTask, TimelineStep } from '../contract.ts'

export const flowIdOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
export const taskIdOf = (at: number) => `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`

export const createTask = (at: number, parts: Partial<InboxTask> = {}): InboxTask => ({
  flowId: flowIdOf(at),
  subject: 'example',
  subjectTitle: '人员调动',
  title: `申请${at}`,
  brief: `第${at}条`,
  orgName: '文澜小学',
  applicant: `王晓${at}`,
  taskId: taskIdOf(at),
  stepName: '教务主任',
  stepType: 'approve',
  holder: '',
  status: 'open',
  flowStatus: 'running',
  arrivedAt: '2026-11-13T00:40:00.000Z',
  dueAt: null,
  finishedAt: null,
  isSingle: false,
  ...parts,
})

const step = (parts: Partial<TimelineStep>): TimelineStep => ({
  key: 'head',
  name: '教务主任',
  type: 'approve',
  mode: '',
  branch: '',
  position: 'open',
  condition: '',
  seats: [],
  ...parts,
})

const seat = {
  deputy: '',
  source: 'assigned',
  opinion: '',
  signatureUrl: '',
  arrivedAt: null,
  dueAt: null,
  finishedAt: null,
  isVoid: false,
  isMine: false,
} as const

/** The request that the reader decides: one approval before, one step ahead. */
export const createFlow = (at: number, parts: Partial<FlowDetail> = {}): FlowDetail => ({
  flowId: flowIdOf(1000),
  flowName: '人员调动',
  flows: [],
  monitors: [],
  id: flowIdOf(at),
  subject: 'example',
  subjectTitle: '人员调动',
  title: `申请${at}`,
  applicant: `王晓${at}`,
  applicantNote: '数学教研组',
  orgName: '文澜小学',
  status: 'running',
  round: 1,
  submittedAt: '2026-11-13T00:30:00.000Z',
  finishedAt: null,
  lead: [{ label: '计', value: '2 天' }],
  facts: [{ label: '事由', value: '孩子住院' }],
  files: [],
  url: '',
  steps: [
    step({
      key: 'leader',
      name: '年级组长',
      position: 'past',
      seats: [
        {
          ...seat,
          taskId: taskIdOf(500 + at),
          name: '林静怡',
          deputy: '高远 代 林静怡',
          status: 'approved',
          opinion: '班级由徐敏代管',
          finishedAt: '2026-11-13T01:06:00.000Z',
        },
      ],
    }),
    step({
      seats: [
        {
          ...seat,
          taskId: taskIdOf(at),
          name: '周若兰',
          status: 'open',
          isMine: true,
          dueAt: '2026-11-13T05:10:00.000Z',
        },
      ],
    }),
    step({ key: 'principal', name: '校长', position: 'ahead', condition: '超过1天时' }),
  ],
  taskId: taskIdOf(at),
  withdrawTaskId: null,
  stepType: 'approve',
  needsOpinion: false,
  needsSignature: false,
  returnTargets: [{ key: '', name: '申请人' }],
  revision: null,
  may: ['approve', 'reject', 'return', 'transfer', 'addSign', 'copy', 'comment'],
  ...parts,
})

/** As the server answers it. */
export const toWire = ({ flowId, flowName, ...flow }: FlowDetail) => ({ ...flow, fFlowId: flowId, fFlowName: flowName })
