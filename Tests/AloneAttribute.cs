using NUnit.Framework;

namespace Tests;

/// <summary>
/// A fixture that counts bytes, boxes or events of its process, looks for races in it, or sets what all of it reads. Those that are alone run one after
/// the other, in a process that has nothing of the other tests' in its heap.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class AloneAttribute : CategoryAttribute;
