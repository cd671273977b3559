import { z } from 'zod'
import { idCardBirthday, idCardSex } from '#packages/core'
import { formatDate } from '#packages/web/core/format/time.ts'
import { MaskedControl } from '#packages/web/desk/form/controls/masked-control.tsx'
import { FormFact } from '#packages/web/desk/form/form-row.tsx'
import type { Field, FormSection, FormSpec } from '#packages/web/desk/form/form-spec.ts'
import type { ListContext } from '#packages/web/desk/list/list-spec.ts'
import { ClassPicker } from '#kernel/schooling/web/index.ts'
import {
  newStudentForm,
  studentForm,
  type MaskedField,
  type NewStudentForm,
  type StudentDetail,
  type StudentForm,
} from '../../contract.ts'
import { parseNodeId, getSchoolId } from '../student-tree.ts'
import { studentOptions } from '../student-labels.ts'
import { GuardianRows, type GuardianEntry } from './guardian-rows.tsx'
import { maskedFieldLabels } from './masked-student-field.tsx'

/** A separate field for other documents, because the rules of an ID number do not apply to them. */
interface OtherPapers {
  otherNo?: string | undefined
}
/** The fields of both forms. */
type StudentFacts = Omit<StudentForm, 'id' | 'version'> & OtherPapers
type MaskedFormField = Exclude<MaskedField, 'guardianPhone'>

const hasOtherPaper = ({ idKind }: Pick<StudentFacts, 'idKind'>) => idKind !== 'id-card' && idKind !== 'none'
/** The contract has one number, whatever the document kind. */
function mergeIdNumber<Values extends StudentFacts>({ otherNo, ...facts }: Values) {
  return facts.idKind === 'id-card' ? facts : { ...facts, idCard: hasOtherPaper(facts) ? otherNo : '' }
}

/** Sex and birthday are taken only from ID numbers. */
const fills = (value: unknown) => ({ sex: idCardSex(String(value)), birthday: idCardBirthday(String(value)) })
const fillsSexAndBirthday = fills as (value: unknown) => Partial<never>

/** A masked field shows its masked value; input is needed only to change it. */
function createMaskedField<Values extends StudentFacts>(
  name: MaskedFormField | 'otherNo',
  row: StudentDetail | undefined,
  options: Partial<Field<Values>> = {},
) {
  const kind = name === 'idCard' ? 'idCard' : 'text'
  const label = name === 'otherNo' ? '证件号码' : maskedFieldLabels[name]
  const field = { name, label, kind, width: 'middle', ...options } as Field<Values>
  const isOther = row !== undefined && hasOtherPaper(row)
  const masked = name === 'otherNo' ? isOther && row.idCard : !(name === 'idCard' && isOther) && row?.[name]
  if (!masked) return field
  return {
    ...field,
    kind: 'custom',
    draw: (props) => <MaskedControl {...props} masked={masked} kind={kind} label={label} />,
  } satisfies Field<Values>
}

function createBasicSection<Values extends StudentFacts>(row: StudentDetail | undefined): FormSection<Values> {
  return {
    title: '基本信息',
    fields: [
      {
        name: 'idKind',
        label: '证件类型',
        kind: 'select',
        width: 'short',
        options: studentOptions.idKind,
        required: true,
      },
      createMaskedField<Values>('idCard', row, {
        placeholder: '18 位号码',
        fills: fillsSexAndBirthday,
        when: ({ idKind }) => idKind === 'id-card',
      }),
      createMaskedField<Values>('otherNo', row, { when: hasOtherPaper }),
      { name: 'name', label: '姓名', kind: 'text', width: 'short', required: true },
      { name: 'sex', label: '性别', kind: 'radio', options: studentOptions.sex },
      { name: 'birthday', label: '出生日期', kind: 'date' },
      { name: 'nation', label: '民族', kind: 'select', width: 'short', options: studentOptions.nation },
      createMaskedField<Values>('studentNo', row, { placeholder: 'G 加 18 位证件号' }),
      { name: 'schoolNo', label: '学号', kind: 'text', width: 'short' },
    ],
  }
}

function createMoreSection<Values extends StudentFacts>(row: StudentDetail | undefined): FormSection<Values> {
  return {
    title: '更多',
    fields: [
      { name: 'household', label: '户籍地', kind: 'text', width: 'long' },
      createMaskedField<Values>('address', row, { width: 'long' }),
      { name: 'isBoarding', label: '住校', kind: 'switch' },
      { name: 'isSpecial', label: '随班就读', kind: 'switch' },
      createMaskedField<Values>('icCard', row, { width: 'short' }),
    ],
  }
}

const blank = {
  name: '',
  sex: '',
  idKind: 'id-card',
  schoolNo: '',
  birthday: '',
  nation: '',
  household: '',
  isBoarding: false,
  isSpecial: false,
} as const satisfies StudentFacts
const blankHidden = { idCard: '', otherNo: '', studentNo: '', address: '', icCard: '' }

/** The form selects the class as one value; the contract has grade and class separately. */
export type NewStudentValues = Omit<NewStudentForm, 'gradeId' | 'classId'> &
  OtherPapers & { place: { gradeId: string; classId: string | null } | null }
export type ChangedStudentValues = StudentForm & OtherPapers

export const toNewStudentForm = ({ place, ...values }: NewStudentValues): NewStudentForm =>
  ({ ...mergeIdNumber(values), gradeId: place?.gradeId ?? '', classId: place?.classId ?? null }) as NewStudentForm
export const toStudentForm = (values: ChangedStudentValues) => mergeIdNumber(values) as StudentForm

/** Validates with the contract, and maps errors to the fields of the form. */
function createContractSchema<Values extends StudentFacts>(
  contract: z.ZodType,
  contractOf: (values: Values) => object,
) {
  return z.custom<Values>().superRefine((values, context) => {
    const fieldOf = (name: string) =>
      name === 'gradeId' || name === 'classId' ? 'place' : name === 'idCard' && hasOtherPaper(values) ? 'otherNo' : name
    for (const { path, message } of contract.safeParse(contractOf(values)).error?.issues ?? []) {
      const [first = '', ...rest] = path.map(String)
      context.addIssue({ code: 'custom', path: [fieldOf(first), ...rest], message })
    }
  })
}

const newSchema = createContractSchema<NewStudentValues>(newStudentForm, toNewStudentForm).superRefine(
  ({ guardians }, context) => {
    if (guardians.some(({ phone }) => phone)) return
    context.addIssue({ code: 'custom', path: ['guardians'], message: '请填写监护人电话' })
  },
)
const changedSchema = createContractSchema<ChangedStudentValues>(studentForm, toStudentForm)

const firstGuardian = (): GuardianEntry => ({
  id: null,
  name: '',
  relation: 2,
  phone: '',
  isPrimary: true,
  isEmergency: true,
  restriction: 'none',
  version: 0,
})

/** The form of a new pupil at the open node of the tree. */
export function createNewStudentForm(context: ListContext, type: NewStudentForm['type']): FormSpec<NewStudentValues> {
  const { gradeId, classId } = parseNodeId(context.node)
  const orgId = getSchoolId(context)
  const school = context.path?.findLast(({ kind }) => kind === 'school')?.name
  return {
    schema: newSchema,
    initial: () => ({
      ...blank,
      ...blankHidden,
      orgId,
      type,
      seatNo: null,
      on: formatDate(new Date()),
      reason: '',
      guardians: [firstGuardian()],
      place: gradeId ? { gradeId, classId } : null,
    }),
    sections: [
      createBasicSection(undefined),
      {
        title: '就读',
        fields: [
          { name: 'orgId', label: '学校', kind: 'custom', draw: () => <FormFact>{school ?? '本校'}</FormFact> },
          {
            name: 'type',
            label: '入学方式',
            kind: 'radio',
            required: true,
            options: [
              { value: 'enrol', label: '新生入学' },
              { value: 'transfer-in', label: '区外转入' },
            ],
          },
          {
            name: 'place',
            label: '年级和班级',
            kind: 'custom',
            width: 'long',
            required: true,
            draw: ({ value, onChange, control }) => (
              <ClassPicker
                orgId={orgId}
                control={control}
                onChange={onChange}
                value={(value ?? null) as NewStudentValues['place']}
              />
            ),
          },
          { name: 'seatNo', label: '座号', kind: 'number' },
          { name: 'on', label: '入学日期', kind: 'date', required: true },
          {
            name: 'reason',
            label: '转入说明',
            kind: 'textarea',
            placeholder: '原学校、转学原因',
            when: (values) => values.type === 'transfer-in',
          },
        ],
      },
      {
        title: '监护人',
        fields: [
          {
            name: 'guardians',
            label: '监护人',
            kind: 'custom',
            width: 'long',
            required: true,
            draw: ({ value, onChange }) => <GuardianRows value={value as GuardianEntry[]} onChange={onChange} />,
          },
        ],
      },
      createMoreSection(undefined),
    ],
  }
}

/** The form of an existing pupil. Enrolments change only by 学籍异动. */
export const createEditStudentForm = (row: StudentDetail): FormSpec<ChangedStudentValues> => ({
  schema: changedSchema,
  initial: () => ({ ...blank, id: row.id, version: row.version }),
  sections: [
    createBasicSection(row),
    {
      title: '就读',
      fields: [
        {
          name: 'id',
          label: '班级',
          kind: 'custom',
          hint: '班级和状态由学籍异动改变',
          draw: () => <FormFact>{[row.orgName, row.className].filter(Boolean).join(' ')}</FormFact>,
        },
      ],
    },
    createMoreSection(row),
  ],
})

/** The current values of the form; masked fields stay empty until they are edited. */
export const toEditValues = (row: StudentDetail): ChangedStudentValues => ({
  id: row.id,
  version: row.version,
  name: row.name,
  sex: row.sex,
  idKind: row.idKind,
  schoolNo: row.schoolNo,
  birthday: row.birthday,
  nation: row.nation,
  household: row.household,
  isBoarding: row.isBoarding,
  isSpecial: row.isSpecial,
})
