import { expect, test } from 'vitest';
import { firstProblem } from './use-register-fields.ts';

const filled = {
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@example.com',
  password: 'hemlig',
  confirmPassword: 'hemlig',
};

test('what is empty or malformed comes first and is said beside its field', () => {
  expect(firstProblem({ ...filled, firstName: '', confirmPassword: 'other' }, 'firstName')).toEqual({
    field: 'firstName',
  });
  expect(firstProblem({ ...filled, password: '' }, 'password')).toEqual({ field: 'password' });
});

test('passwords that differ are said before one that is too short', () => {
  expect(firstProblem({ ...filled, confirmPassword: 'hemlis' }, undefined)).toEqual({
    field: 'confirmPassword',
    box: 'passwordsDiffer',
  });
  expect(firstProblem({ ...filled, password: 'kort', confirmPassword: 'annat' }, 'password')).toMatchObject({
    box: 'passwordsDiffer',
  });
  expect(firstProblem({ ...filled, password: 'kort', confirmPassword: 'kort' }, 'password')).toEqual({
    field: 'password',
    box: 'weakPassword',
  });
});

test('six characters are enough', () => {
  expect(firstProblem(filled, undefined)).toBeUndefined();
});
