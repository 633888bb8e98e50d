namespace Tests;

/// <summary>
/// Marks a test fixture that counts bytes, boxes or events of its process, that looks for races, or that changes settings of the whole process. These fixtures
/// run one after the other, in a process that runs no other tests.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class AloneAttribute : CategoryAttribute;
