/**
 * The shapes of an application: one step at a time for the form, and as a whole for the server. Both are built from the
 * same entries, so that each accepts what the other accepts.
 */
import * as v from 'valibot';
import { namesOf, type Step, stepsFor } from './applicationSteps.ts';
import { decidingOf, entriesOf, type Tables } from './entries.ts';
import { type Fault, faultsOf } from './faults.ts';
import { fields } from './fields.ts';
import { HIGH_RISK, ROLES } from './lists.ts';

type Values = Record<string, unknown>;

/** The shape of one step, for the current answers. The log-in step asks for the password twice. */
function stepShape(step: Step, values: unknown, tables: Tables): v.GenericSchema<unknown, Values> {
  const names = namesOf([step]);
  const entries: v.ObjectEntries = Object.fromEntries(
    Object.entries(entriesOf(values, tables)).filter(([name]) => names.includes(name)),
  );
  if (step === 'login') {
    entries.confirmation = v.pipe(
      v.unknown(),
      v.check((input) => Object.is(input, (values as Values | undefined)?.password), 'confirmationDiffers'),
    );
  }
  return fields(entries, 'choiceUnknown') as v.GenericSchema<unknown, Values>;
}

/** The shape of the whole body. */
const applicationShape = (values: unknown, tables: Tables) => fields(entriesOf(values, tables), 'choiceUnknown');

/** The shapes of an application for each role, for the OpenAPI document. */
export function applicationShapes(tables: Tables) {
  const trading = { products: HIGH_RISK };
  return v.union(ROLES.map((role) => applicationShape({ role, trading }, tables)));
}

/** An accepted application: trimmed, mobile number as E.164, without answers that the role is not asked for. */
export type Application = v.InferOutput<ReturnType<typeof applicationShape>>;
export type Checked<T> = { ok: true; value: T } | { ok: false; faults: Fault[] };

/** Checks a whole application. The value is also what to send. */
export function checkApplication(values: unknown, tables: Tables): Checked<Application> {
  return checked(applicationShape(values, tables), values);
}

/** Checks the answers of one step. The value is its part of the application. */
export function checkStep(step: Step, values: unknown, tables: Tables): Checked<Values> {
  return checked(stepShape(step, values, tables), values);
}

/** The faults in the answers of one step. */
export function faultsAt(step: Step, values: unknown, tables: Tables): readonly Fault[] {
  const result = checkStep(step, values, tables);
  return result.ok ? [] : result.faults;
}

/** The steps for these answers, in order. Only the first if the country takes no applications. */
export function stepsOf(values: unknown, { jurisdictionOf }: Tables): readonly Step[] {
  const { role, country } = decidingOf(values);
  return jurisdictionOf(country).applications ? stepsFor(role) : ['who'];
}

function checked<T>(shape: v.GenericSchema<unknown, T>, values: unknown): Checked<T> {
  const result = v.safeParse(shape, values, { abortPipeEarly: true });
  return result.success ? { ok: true, value: result.output } : { ok: false, faults: faultsOf(result.issues) };
}
