/**
 * Applications and questions that are assigned to the company of a key. They are real people's: to a sandbox key nothing is
 * assigned.
 */

import {
  applicationsQuery,
  partnerAnswerCall,
  partnerApplicationCall,
  partnerApplicationMemberCall,
  partnerApplicationsCall,
  partnerDecisionCall,
  partnerLicenseCall,
  partnerProductsCall,
  partnerQuestionCall,
  partnerQuestionMemberCall,
  partnerQuestionsCall,
  questionsQuery,
} from '../../contract/partner.ts';
import { answerShape, decisionShape, handlerShape, licenseShape, openingShape } from '../../forms/companyForms.ts';
import type { Outcome } from '../apiCalls.ts';
import {
  applicationsOf,
  decideApplication,
  decideLicense,
  decideProducts,
  showApplication,
} from '../companies/assigned/assignedApplications.ts';
import { answerQuestion, questionsOf, showQuestion } from '../companies/assigned/assignedQuestions.ts';
import { handOver } from '../companies/assigned/assignedWork.ts';
import { APPLICATIONS, QUESTIONS } from '../companies/assigned/operatorAssignment.ts';
import { type CompanyActor, NOT_FOUND } from '../companies/companyCalls.ts';
import type { Partner, PartnerCalls } from './partnerCalls.ts';

const REFERENCE = { reference: 'A reference from the list' };

/** Handles a call unless it is one of the sandbox. */
const live =
  <W extends object, T>(handle: (working: W) => Promise<Outcome<T>>) =>
  async (working: W & Pick<Partner, 'key'>): Promise<Outcome<T>> =>
    working.key.kind === 'sandbox' ? NOT_FOUND : handle(working);
type Handing = CompanyActor & { body: { member: string | null } };

export function addAssigned(partner: PartnerCalls): void {
  partner.call({
    call: partnerApplicationsCall,
    operationId: 'partnerApplications',
    summary: 'Applications assigned to the company, newest first, without names',
    scope: 'applications.read',
    permission: 'clients.readApplications',
    query: applicationsQuery,
    handle: async ({ orm, company, key, query: { state, after } }) => ({
      data:
        key.kind === 'sandbox'
          ? { applications: [], next: null }
          : await applicationsOf(orm, company.id, { state, after }),
    }),
  });

  partner.call({
    call: partnerApplicationCall,
    operationId: 'partnerApplication',
    summary:
      'An application assigned to the company, with all answers, the words of the broker in the language of ' +
      'Accept-Language. It is recorded who has read it',
    scope: 'applications.read',
    permission: 'clients.readApplications',
    params: REFERENCE,
    refuses: ['notFound'],
    handle: live(showApplication),
  });

  partner.change({
    call: partnerApplicationMemberCall,
    method: 'put',
    operationId: 'partnerApplicationMember',
    summary: 'Hands an application to a member of the company, or to nobody',
    scope: 'applications.handle',
    permission: 'clients.assignApplications',
    params: REFERENCE,
    body: handlerShape,
    refuses: ['notFound'],
    handle: live((context: Handing) => handOver(context, APPLICATIONS)),
  });

  partner.change({
    call: partnerDecisionCall,
    method: 'post',
    operationId: 'partnerApplicationDecide',
    summary: 'Accepts or declines an application, or asks for information. The applicant is told by mail',
    scope: 'applications.handle',
    permission: 'clients.decideApplications',
    params: REFERENCE,
    body: decisionShape,
    refuses: ['notFound', 'conflict'],
    handle: live(decideApplication),
  });

  partner.change({
    call: partnerProductsCall,
    method: 'put',
    operationId: 'partnerApplicationProducts',
    summary:
      'Decides on products of an approved application, each with its reason, or notes that a step with the broker is ' +
      'done. The applicant is told by mail. The words of the broker are in the language of Accept-Language',
    scope: 'applications.handle',
    permission: 'clients.decideApplications',
    params: REFERENCE,
    body: openingShape,
    refuses: ['notFound', 'conflict'],
    handle: live(decideProducts),
  });

  partner.change({
    call: partnerLicenseCall,
    method: 'put',
    operationId: 'partnerApplicationLicense',
    summary:
      'Notes that the license of an analyst or broker was checked, or refuses it with a reason for the applicant',
    scope: 'applications.handle',
    permission: 'clients.decideApplications',
    params: REFERENCE,
    body: licenseShape,
    refuses: ['notFound', 'conflict'],
    handle: live(decideLicense),
  });

  partner.call({
    call: partnerQuestionsCall,
    operationId: 'partnerQuestions',
    summary: 'Questions assigned to the company, newest first, without their words',
    scope: 'questions.read',
    permission: 'clients.readQuestions',
    query: questionsQuery,
    handle: async ({ orm, company, key, query: { state, after } }) => ({
      data:
        key.kind === 'sandbox' ? { questions: [], next: null } : await questionsOf(orm, company.id, { state, after }),
    }),
  });

  partner.call({
    call: partnerQuestionCall,
    operationId: 'partnerQuestion',
    summary: 'A question assigned to the company, with its answers. It is recorded who has read it',
    scope: 'questions.read',
    permission: 'clients.readQuestions',
    params: REFERENCE,
    refuses: ['notFound'],
    handle: live(showQuestion),
  });

  partner.change({
    call: partnerQuestionMemberCall,
    method: 'put',
    operationId: 'partnerQuestionMember',
    summary: 'Hands a question to a member of the company, or to nobody',
    scope: 'questions.handle',
    permission: 'clients.answerQuestions',
    params: REFERENCE,
    body: handlerShape,
    refuses: ['notFound'],
    handle: live((context: Handing) => handOver(context, QUESTIONS)),
  });

  partner.change({
    call: partnerAnswerCall,
    method: 'post',
    operationId: 'partnerQuestionAnswer',
    summary: 'Answers a question. The visitor is told by mail',
    scope: 'questions.handle',
    permission: 'clients.answerQuestions',
    params: REFERENCE,
    body: answerShape,
    refuses: ['notFound', 'conflict'],
    handle: live(answerQuestion),
  });
}
