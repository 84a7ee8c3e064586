import { expect, test } from 'vitest';
import { firstProblem } from './register.tsx';

const filled = {
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@example.com',
  password: 'hemlig',
  confirmPassword: 'hemlig',
};

test('an empty or malformed field is reported first, beside the field', () => {
  expect(firstProblem({ ...filled, firstName: '', confirmPassword: 'other' }, 'firstName')).toEqual({
    field: 'firstName',
  });
  expect(firstProblem({ ...filled, password: '' }, 'password')).toEqual({ field: 'password' });
});

test('passwords that differ are reported before one that is too short', () => {
  expect(firstProblem({ ...filled, confirmPassword: 'hemlis' }, undefined)).toEqual({
    field: 'confirmPassword',
    box: 'passwordsDiffer',
  });
  expect(firstProblem({ ...filled, password: 'kort', confirmPassword: 'annat' }, 'password')).toMatchObject({
    box: 'passwordsDiffer',
  });
  expect(firstProblem({ ...filled, password: 'kort', confirmPassword: 'kort' }, 'password')).toEqual({
    field: 'password',
    box: 'weak-password',
  });
});

test('a password of six characters is accepted', () => {
  expect(firstProblem(filled, undefined)).toBeUndefined();
});
