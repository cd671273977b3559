import { useQueryClient } from '@tanstack/react-query'
import { timetableRule, type StoredRule } from '#engines/timetable/contract.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { ruleKey, saveRule } from '../timetable/timetable-queries.ts'
import type { RuleNames } from './describe-rule.ts'
import { createRuleForm, fromRule, toRule, type RuleValues } from './rule-form.tsx'

interface Props {
  orgId: string
  termId: string
  names: RuleNames
  /** Undefined: a new one. */
  rule: StoredRule | undefined
  onClose: () => void
}

export function RuleDialog({ orgId, termId, names, rule, onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const submit = async (values: RuleValues) => {
    await saveRule({
      id: rule?.id ?? '',
      termId,
      orgId,
      rule: timetableRule.parse(toRule(values)),
      version: rule?.version ?? 0,
    })
    toast.success(rule ? '已保存排课要求' : '已新建排课要求')
    await client.invalidateQueries({ queryKey: ruleKey })
  }
  return (
    <FormDialog
      title={rule ? '编辑排课要求' : '新建排课要求'}
      form={createRuleForm(names, rule?.rule.kind ?? 'teacher-off')}
      initial={rule && fromRule(rule.rule)}
      submit={submit}
      onClose={onClose}
    />
  )
}
