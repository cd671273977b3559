export { effectOnce, enqueue, publish, stopSenders, sweepEvents } from './enqueue.ts'
export {
  deadLetterQueue,
  defineJob,
  subscribe,
  type CellJobContext,
  type JobData,
  type JobDefinition,
  type OutsideJobContext,
  type Subscription,
  type WorkerLog,
} from './job.ts'
export { prepareQueues, startWorker } from './worker.ts'
