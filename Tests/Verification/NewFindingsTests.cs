using NUnit.Framework;

namespace Tests.Verification;

/// <summary>What counts as new in a woven assembly.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class NewFindingsTests
{
    private const string Method = "A.B::M(System.Int32)";
    private const string Twin = "A.B+<>c__PooledAwait::<M>Direct(A.B,System.Int32)";

    [TestCase(Method, FindingKind.StackMemory, "localloc", 0)]
    [TestCase(Twin, FindingKind.StackMemory, "localloc", 0)]
    [TestCase(Twin, FindingKind.StackMemory, "another", 1)]
    [TestCase("A.B+<>c__PooledAwait::<N>Direct(A.B,System.Int32)", FindingKind.StackMemory, "localloc", 1)]
    [TestCase("A.B::<M>Direct(System.Int32)", FindingKind.StackMemory, "localloc", 1)]
    [TestCase("A.B::<M>b__0(System.Int32)", FindingKind.StackMemory, "localloc", 1)]
    public void Are_those_that_neither_a_method_nor_what_its_twin_copies_had(string method, FindingKind kind, string text, int expected)
    {
        var before = new CheckedAssembly(1, [new Finding(Method, 0, FindingKind.StackMemory, "localloc")]);

        Assert.That(new CheckedAssembly(2, [new Finding(method, 8, kind, text)]).NewSince(before), Has.Count.EqualTo(expected));
    }

    [Test]
    public void Are_more_of_the_same_in_a_method()
    {
        var once = new Finding(Method, 0, FindingKind.StackMemory, "localloc");

        Assert.That(new CheckedAssembly(1, [once, once]).NewSince(new CheckedAssembly(1, [once])), Has.Count.EqualTo(1));
    }
}
