namespace Tests.WeavingTime;

/// <summary>
/// The weaver's work for a method grows no faster than the method. The tests compare allocated bytes, because times vary. If the weaver went through the
/// whole body again for each await, the bytes would grow faster.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class GrowthTests
{
    private static IEnumerable<string> Forms => GrowingMethods.Forms.Keys;

    [TestCaseSource(nameof(Forms))]
    public void Twice_the_awaits_take_no_more_than_twice_the_memory(string form)
    {
        // Work that the weaver does only once, for the first assembly, must not count.
        Growth.BytesOf(form, awaits: 10);
        var one = Growth.BytesOf(form, awaits: 150);
        var twice = Growth.BytesOf(form, awaits: 300);
        Assert.That((double)twice / one, Is.LessThan(2.2));
    }
}
