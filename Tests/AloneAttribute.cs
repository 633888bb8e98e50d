namespace Tests;

/// <summary>
/// Marks a fixture that counts bytes, boxes or events of its process, looks for races in it, or changes settings that the whole process reads. These fixtures
/// run one after the other, in a process that runs no other tests.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class AloneAttribute : CategoryAttribute;
