export { effectOnce, enqueue, publish, stopSenders, sweepEvents } from './enqueue.ts'
export {
  deadLetters,
  defineJob,
  subscribe,
  type JobData,
  type JobDefinition,
  type Outside,
  type Subscription,
  type WorkerLog,
} from './job.ts'
export { prepareQueues, startWorker } from './worker.ts'
