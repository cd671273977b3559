import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { GuardedPanes, useUnsavedGuard } from '#packages/web/desk/split-page/use-unsaved-guard.tsx'
import { definitionQuery, definitionsQuery } from './definition-queries.ts'
import { FlowDesigner } from './flow-designer.tsx'
import { FlowList } from './flow-list.tsx'

/** /systemSet/flows: the flow of each kind of request at an organisation, and its designer. */
export default function FlowsPage() {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const guard = useUnsavedGuard()
  const [orgId, subject] = [search.get('org'), search.get('subject')]
  const list = useQuery(definitionsQuery(orgId))
  return (
    <GuardedPanes guard={guard}>
      {subject ? (
        <Chosen
          key={`${orgId} ${subject}`}
          orgId={orgId}
          subject={subject}
          running={list.data?.rows.find((row) => row.subject === subject)?.running ?? 0}
          onBack={() => guard.leave(() => setParams({ subject: null }))}
        />
      ) : (
        <QueryState query={list}>
          {({ rows }) => (
            <FlowList
              rows={rows}
              orgId={orgId}
              onChoose={(chosen) => setParams({ subject: chosen })}
              onOrg={(org) => setParams({ org })}
            />
          )}
        </QueryState>
      )}
    </GuardedPanes>
  )
}

interface ChosenProps {
  orgId: string | null
  subject: string
  running: number
  onBack: () => void
}

function Chosen({ orgId, subject, ...rest }: ChosenProps) {
  const client = useQueryClient()
  const definition = definitionQuery(subject, orgId)
  const query = useQuery(definition)
  const reload = () => client.fetchQuery({ ...definition, staleTime: 0 })
  return <QueryState query={query}>{(detail) => <FlowDesigner detail={detail} reload={reload} {...rest} />}</QueryState>
}
