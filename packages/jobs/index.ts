export { effectOnce, enqueue, publish, stopSenders, sweepEvents } from './enqueue.ts'
export {
  deadLetters,
  defineJob,
  subscribe,
  type JobData,
  type JobDefinition,
  type Outside,
  type Subscription,
} from './job.ts'
export { prepareQueues, startWorker, type WorkerLog } from './worker.ts'
