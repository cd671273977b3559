/** Parts for the pages of modules whose records are decided by an approval. None of them uses antd. */
export { FlowOfRecord } from './components/flow-of-record.tsx'
export { FlowPreview } from './components/flow-preview.tsx'
export { FlowTimeline } from './components/flow-timeline.tsx'
export { flowColumn } from './flow-column.ts'
