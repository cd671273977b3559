import { changeTypes } from './contract-fields.ts'

/** Events of pupils who are already enrolled. */
export const eventTypes = [
  'move',
  'transfer-out',
  'suspend',
  'resume',
  'graduate',
  'complete',
  'repeat',
  'skip',
  'leave-early',
  'withdraw',
  'expel',
  'die',
] as const
export type EventType = (typeof eventTypes)[number]

/** 小学, 初中 and the nine years of 特教: 义务教育. */
const compulsoryStages: readonly number[] = [2, 3, 6]
export const isCompulsory = (stage: number | null) => stage === null || compulsoryStages.includes(stage)

interface StageEvents {
  common: readonly EventType[]
  /** 其他情形: each needs a basis and a note. */
  other: readonly EventType[]
}

const compulsory: StageEvents = {
  common: ['move', 'transfer-out', 'suspend', 'resume', 'graduate', 'complete'],
  other: ['repeat', 'skip', 'leave-early', 'die'],
}
const kindergarten: StageEvents = {
  common: ['move', 'transfer-out', 'suspend', 'resume', 'graduate', 'withdraw'],
  other: ['repeat', 'skip', 'die'],
}
const upper: StageEvents = {
  common: ['move', 'transfer-out', 'suspend', 'resume', 'graduate', 'complete', 'repeat', 'leave-early', 'withdraw'],
  other: ['skip', 'expel', 'die'],
}

/** The events allowed at a stage. An unknown stage counts as 义务教育, which is the strictest. */
export function getStageEvents(stage: number | null): StageEvents {
  if (isCompulsory(stage)) return compulsory
  return stage === 1 ? kindergarten : upper
}

export const needsBasis = (type: EventType, stage: number | null) => getStageEvents(stage).other.includes(type)

/** Why an event is not allowed at a stage, or null: 义务教育法第二十七条. */
export function findLegalObstacle(type: EventType, stage: number | null): string | null {
  const { common, other } = getStageEvents(stage)
  if (common.includes(type) || other.includes(type)) return null
  if (!isCompulsory(stage)) return `学前阶段不办理${changeTypes[type]}`
  return type === 'expel' ? '义务教育阶段不得开除学生' : `义务教育阶段不得办理${changeTypes[type]}`
}
