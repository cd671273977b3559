import { useQuery } from '@tanstack/react-query'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane, SplitPaneState } from '#packages/web/desk/split-page/split-pane.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { objectAppsQuery, personNameQuery, roleChoices, type RelationKind } from '../../grant-queries.ts'
import { AppChecklist } from './app-checklist.tsx'
import { relationKindNames, ObjectPane, useOrganisations, type ChosenObject } from './object-pane.tsx'
import type { GuardedNavigation } from './use-guarded-navigation.ts'

const parseRelationKind = (text: string | null): RelationKind => (text === '2' ? 2 : text === '3' ? 3 : 1)

/** 按对象: one organisation, role or person and all its applications. */
export function GrantsByObject({ go }: GuardedNavigation) {
  const { search } = usePageSearch()
  const isPhone = usePhone()
  const mayGrant = useMay()('app.grant')
  const kind = parseRelationKind(search.get('kind'))
  const id = search.get('object') ?? undefined
  const name = useObjectName(kind, id)
  const choose = (of: RelationKind, object?: string) => go({ tab: 'object', kind: String(of), object })
  return (
    <SplitPage
      note="一个单位、角色或人员可以使用哪些应用"
      list={<ObjectPane kind={kind} chosen={id} onChoose={choose} />}
      back={id ? { label: `全部${relationKindNames[kind]}`, onBack: () => choose(kind) } : undefined}
    >
      {id ? (
        <Apps key={`${kind} ${id}`} chosen={{ kind, id, name }} />
      ) : (
        !isPhone && (
          <SplitPane>
            <PageState
              status="empty"
              title={`请选择${relationKindNames[kind]}`}
              text={mayGrant ? '选好后，勾选它可以使用的应用。' : '选好后，可以看到它能使用的应用。'}
            />
          </SplitPane>
        )
      )}
    </SplitPage>
  )
}

/** The name is fetched, because addresses must not contain names. */
function useObjectName(kind: RelationKind, id: string | undefined) {
  const orgs = useOrganisations()
  const roles = useQuery({ ...roleChoices, enabled: kind === 2 })
  const person = useQuery({ ...personNameQuery(id ?? ''), enabled: kind === 3 && id !== undefined })
  const names: Record<RelationKind, string | undefined> = {
    1: orgs.data?.find((row) => row.id === id)?.name,
    2: roles.data?.find((role) => role.id === id)?.name,
    3: person.data,
  }
  return names[kind] ?? ''
}

function Apps({ chosen }: { chosen: ChosenObject }) {
  const query = useQuery(objectAppsQuery(chosen.kind, chosen.id))
  if (!query.data) return <SplitPaneState query={query} />
  return <AppChecklist chosen={chosen} categories={query.data} />
}
