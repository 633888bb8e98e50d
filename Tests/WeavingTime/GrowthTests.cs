using NUnit.Framework;

namespace Tests.WeavingTime;

/// <summary>
/// What the weaver does for a method grows no faster than the method. Told by the bytes that it allocates, which are steady where times are not: what is found out anew for each
/// await, over the whole body, shows in them.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class GrowthTests
{
    private static IEnumerable<string> Forms => GrowingMethods.Forms.Keys;

    [TestCaseSource(nameof(Forms))]
    public void Twice_the_awaits_take_no_more_than_twice_the_memory(string form)
    {
        // What the weaver finds out once, of whatever assembly, is not counted.
        Growth.BytesOf(form, awaits: 10);
        var one = Growth.BytesOf(form, awaits: 150);
        var twice = Growth.BytesOf(form, awaits: 300);
        Assert.That((double)twice / one, Is.LessThan(2.2));
    }
}
