import { Input } from 'antd'
import { useState } from 'react'
import type { Reference } from '#packages/contract'
import { FieldControl } from '#packages/web/desk/entity/field-control.tsx'
import { FormRow, type Control } from '#packages/web/desk/form/form-row.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { ApproverRule } from '../../contract.ts'
import { approverOrgs, getRoleName, leaver, toApproverOrg, type FlowTerms } from './describe-step.ts'

interface Props {
  /** 审批人, 抄送给. */
  label: string
  rule: ApproverRule
  terms: FlowTerms
  orgId: string
  onChange: (rule: ApproverRule) => void
  onNames: (chosen: readonly Reference[]) => void
}

/** Kinds that can mean the people of another organisation than that of the request. */
const isPlaced = ({ kind, asks }: FlowTerms['kinds'][number]) =>
  asks === 'post' || asks === 'roles' || kind === 'organisation-head'

const maxLevels = 5
/** The choice without a field: an empty text would be no choice. */
const applicantGrade = '.applicant'

/** Who: the kind, and what it asks for. */
export function ApproverField({ label, rule, terms, orgId, onChange, onNames }: Props) {
  const kind = terms.kinds.find((one) => one.kind === rule.kind)
  // What each kind was set to, for whoever chooses it again: some have parameters that only shipped rules can set.
  const [before, setBefore] = useState<Readonly<Record<string, ApproverRule['with']>>>({})
  const choose = (chosen: string) => {
    setBefore({ ...before, [rule.kind]: rule.with })
    onChange({ kind: chosen, with: before[chosen] ?? (chosen === 'member' ? { members: [] } : {}) })
  }
  const set = (parts: ApproverRule['with']) => onChange({ ...rule, with: { ...rule.with, ...parts } })
  return (
    <>
      <FormRow label={label}>
        {({ id }) => (
          <PlainSelect
            id={id}
            label={label}
            value={kind ? rule.kind : ''}
            placeholder="请选择"
            options={terms.kinds.map((one) => ({ value: one.kind, label: one.title }))}
            onChange={choose}
          />
        )}
      </FormRow>
      {kind && isPlaced(kind) && (
        <FormRow label="所在单位">
          {({ id }) => (
            <PlainSelect
              id={id}
              label="所在单位"
              value={toApproverOrg(rule.with['in'])}
              options={Object.entries(approverOrgs).map(([value, title]) => ({ value, label: title }))}
              onChange={(value) => set({ in: value })}
            />
          )}
        </FormRow>
      )}
      {kind && <Parameter asks={kind.asks} rule={rule} terms={terms} orgId={orgId} onSet={set} onNames={onNames} />}
    </>
  )
}

interface ParameterProps extends Pick<Props, 'rule' | 'terms' | 'orgId' | 'onNames'> {
  asks: FlowTerms['kinds'][number]['asks']
  onSet: (parts: ApproverRule['with']) => void
}

function Parameter({ asks, rule, terms, orgId, onSet, onNames }: ParameterProps) {
  const isPhone = usePhone()
  const common = (control: Control) => ({
    control,
    options: [],
    placeholder: undefined,
    isRequired: true,
    isFilled: false,
    isPhone,
    none: null,
    orgId,
    onPending: () => {},
  })
  switch (asks) {
    case 'members': {
      const members = [rule.with['members'] ?? []].flat().map((id) => ({ id, name: terms.names[id] ?? leaver }))
      const choose = (chosen: readonly Reference[]) => {
        onNames(chosen)
        onSet({ members: chosen.map(({ id }) => id) })
      }
      return (
        <FormRow label="人员">
          {(control) => (
            <FieldControl
              of="colleagues"
              {...common(control)}
              name="members"
              value={members}
              onChange={(value) => choose(value as readonly Reference[])}
            />
          )}
        </FormRow>
      )
    }
    case 'roles': {
      const { role, template } = rule.with
      const id = typeof role === 'string' ? role : typeof template === 'string' ? template : undefined
      return (
        <FormRow label="角色">
          {(control) => (
            <FieldControl
              of="role"
              {...common(control)}
              name="role"
              value={id ? { id, name: getRoleName(rule, terms.names) } : null}
              onChange={(value) => {
                const chosen = value as Reference
                onNames([chosen])
                // A role by its id replaces a shipped one by its name.
                onSet({ role: chosen.id, template: '' })
              }}
            />
          )}
        </FormRow>
      )
    }
    case 'post':
      return (
        <FormRow label="岗位" hint="与人员信息中的岗位一致，例如 教务主任">
          {(control) => (
            <Input
              {...control}
              maxLength={50}
              value={String(rule.with['post'] ?? '')}
              onChange={({ target }) => onSet({ post: target.value })}
            />
          )}
        </FormRow>
      )
    case 'levels':
      return (
        <FormRow label="级别">
          {({ id }) => (
            <PlainSelect
              id={id}
              label="级别"
              value={String(rule.with['levels'] ?? 1)}
              options={Array.from({ length: maxLevels }, (_, at) => ({
                value: String(at + 1),
                label: at === 0 ? '申请人所在部门' : `向上 ${at} 级部门`,
              }))}
              onChange={(value) => onSet({ levels: Number(value) })}
            />
          )}
        </FormRow>
      )
    case 'class':
    case 'grade': {
      const classes = terms.fields.filter(({ type }) => type === 'class')
      const own = asks === 'grade' ? [{ value: applicantGrade, label: '申请人所在年级' }] : []
      if (classes.length === 0 && asks === 'grade') return null
      return (
        <FormRow label={asks === 'grade' ? '年级' : '班级'}>
          {({ id }) => (
            <PlainSelect
              id={id}
              label={asks === 'grade' ? '年级' : '班级'}
              placeholder="请选择"
              value={String(rule.with['field'] || (asks === 'grade' ? applicantGrade : ''))}
              options={[...own, ...classes.map(({ key, label }) => ({ value: key, label: `申请中的${label}` }))]}
              onChange={(value) => onSet({ field: value === applicantGrade ? '' : value })}
            />
          )}
        </FormRow>
      )
    }
    case 'field':
      return (
        <FormRow label="字段">
          {({ id }) => (
            <PlainSelect
              id={id}
              label="字段"
              placeholder="请选择"
              value={String(rule.with['field'] ?? '')}
              options={terms.fields
                .filter(({ type }) => type === 'member')
                .map((field) => ({ value: field.key, label: field.label }))}
              onChange={(value) => onSet({ field: value })}
            />
          )}
        </FormRow>
      )
    case '':
    case 'choice':
      return null
  }
}
