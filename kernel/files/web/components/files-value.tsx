import { useQuery } from '@tanstack/react-query'
import type { FieldValueProps } from '#packages/web/core/field-control.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import type { Attachment } from '../../contract.ts'
import { getFiles } from '../queries.ts'
import AttachmentList from './attachment-list.tsx'

/** The files of a field `files` in the detail of a row. A module below this one knows only their ids. */
export default function FilesValue({ value, rowName }: FieldValueProps) {
  const files = value as readonly (Attachment | { id: string })[]
  if (files.every((file) => 'url' in file)) return <AttachmentList files={files} zipName={rowName} />
  return <FilesById ids={files.map(({ id }) => id)} zipName={rowName} />
}

function FilesById({ ids, zipName }: { ids: readonly string[]; zipName: string }) {
  const query = useQuery({ queryKey: ['files', 'by-id', ids], queryFn: ({ signal }) => getFiles(ids, signal) })
  return <QueryState query={query}>{(files) => <AttachmentList files={files} zipName={zipName} />}</QueryState>
}
