import { PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { labelOf } from '#packages/contract'
import { ruleKinds, type StoredRule, type TimetableRuleKind } from '#engines/timetable/contract.ts'
import type { Term } from '#kernel/schooling/contract.ts'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { PageCard, TermPage, type SchoolTerm } from '../components/term-page.tsx'
import { describeRule, type RuleNames } from '../rules/describe-rule.ts'
import { RuleDialog } from '../rules/rule-dialog.tsx'
import { useRuleNames } from '../rules/use-rule-names.ts'
import { copyRules, deleteRule, ruleKey, rulesQuery } from '../timetable/timetable-queries.ts'
import styles from './rules.module.css'

/** 排课要求: what the timetables of a term have to respect. */
export default function RulesPage() {
  return <TermPage about="排课要求按学校设置。">{(place) => <TermRules key={place.term.id} {...place} />}</TermPage>
}

interface StateProps {
  query: { data: StoredRule[] | undefined; error: unknown; refetch: () => unknown }
  children: (rules: StoredRule[]) => ReactNode
}

/** Who reads only the weeks of single classes has no rules. */
const RulesState = ({ query, children }: StateProps) =>
  isMissingOrForbidden(query.error) ? (
    <PageState status="forbidden" />
  ) : (
    <QueryState query={query}>{children}</QueryState>
  )

type Edited = StoredRule | 'new'

function TermRules({ orgId, term, before, isOpen, choices }: SchoolTerm) {
  const may = useMay()
  const query = useQuery(rulesQuery(term.id, orgId))
  const names = useRuleNames(orgId)
  const [edited, setEdited] = useState<Edited>()
  const [deleted, setDeleted] = useState<StoredRule>()
  const [isCopying, setCopying] = useState(false)
  const mayEdit = may('timetable.edit') && isOpen
  const create = mayEdit && (
    <Button type="primary" icon={<Glyph of={PlusOutlined} />} disabled={!names.data} onClick={() => setEdited('new')}>
      新建要求
    </Button>
  )
  return (
    <>
      <ActionLine>
        {choices}
        {mayEdit && before && <Button onClick={() => setCopying(true)}>从上学期复制</Button>}
        {create}
      </ActionLine>
      <PageCard>
        <RulesState query={query}>
          {(rules) =>
            rules.length === 0 ? (
              <PageState
                status="empty"
                title="还没有排课要求"
                text="例如教师不排课的时间、学科只排的节次、专用场室。没有要求也可以排课。"
                next={create}
              />
            ) : (
              <QueryState query={names}>
                {(known) => (
                  <RuleGroups rules={rules} names={known} mayEdit={mayEdit} onEdit={setEdited} onDelete={setDeleted} />
                )}
              </QueryState>
            )
          }
        </RulesState>
      </PageCard>
      {edited && names.data && (
        <RuleDialog
          orgId={orgId}
          termId={term.id}
          names={names.data}
          rule={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && names.data && (
        <ConfirmAction
          title="删除排课要求"
          submitLabel="删除"
          isDanger
          submit={() => deleteRule(deleted.id)}
          done="已删除"
          queryKey={ruleKey}
          onClose={() => setDeleted(undefined)}
        >
          <p>{describeRule(deleted.rule, names.data)}</p>
        </ConfirmAction>
      )}
      {isCopying && before && <CopyRules orgId={orgId} from={before} to={term} onClose={() => setCopying(false)} />}
    </>
  )
}

interface GroupsProps {
  rules: readonly StoredRule[]
  names: RuleNames
  mayEdit: boolean
  onEdit: (rule: StoredRule) => void
  onDelete: (rule: StoredRule) => void
}

/** A sentence for each rule, those of a kind together. */
function RuleGroups({ rules, names, mayEdit, onEdit, onDelete }: GroupsProps) {
  const kinds = Object.keys(ruleKinds) as TimetableRuleKind[]
  return kinds.map((kind) => {
    const ofKind = rules.filter(({ rule }) => rule.kind === kind)
    if (ofKind.length === 0) return null
    const title = labelOf(ruleKinds, kind)
    return (
      <section key={kind} className={styles['group']} aria-label={title}>
        <h2 className={styles['kind']}>
          {title} <span>{ofKind.length}</span>
        </h2>
        <ul>
          {ofKind.map((stored) => {
            const sentence = describeRule(stored.rule, names)
            return (
              <li key={stored.id} className={styles['rule']}>
                <span className={styles['sentence']}>{sentence}</span>
                {mayEdit && (
                  <span className={styles['acts']}>
                    <Button type="link" size="small" aria-label={`编辑：${sentence}`} onClick={() => onEdit(stored)}>
                      编辑
                    </Button>
                    <Button type="link" size="small" aria-label={`删除：${sentence}`} onClick={() => onDelete(stored)}>
                      删除
                    </Button>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      </section>
    )
  })
}

interface CopyProps {
  orgId: string
  from: Term
  to: Term
  onClose: () => void
}

function CopyRules({ orgId, from, to, onClose }: CopyProps) {
  const client = useQueryClient()
  const toast = useToast()
  const copy = async () => {
    const { copied } = await copyRules({ fromTermId: from.id, toTermId: to.id, orgId })
    toast.success(copied > 0 ? `已复制 ${copied} 条` : '没有可以复制的要求')
    await client.invalidateQueries({ queryKey: ruleKey })
  }
  return (
    <ConfirmAction title="从上学期复制" submitLabel="复制" submit={copy} onClose={onClose}>
      <p>{`把${from.name}的排课要求复制到${to.name}，已有的不变。`}</p>
    </ConfirmAction>
  )
}
